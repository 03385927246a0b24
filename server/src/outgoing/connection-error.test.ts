import { createServer, connect } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import { describeConnectionError } from "./connection-error.ts";
import { ofError } from "./send-result.ts";

const systemError = (code: string, more: object = {}) => Object.assign(new Error(`connect ${code}`), { code, ...more });

it.each([
  ["ENOTFOUND", { hostname: "erp.example" }, "The host erp.example was not found. Check the address."],
  ["ENOTFOUND", {}, "The host was not found. Check the address."],
  [
    "EAI_AGAIN",
    { hostname: "erp.example" },
    "The host erp.example could not be looked up, because the name server did not answer.",
  ],
  ["ETIMEDOUT", {}, "The server did not answer. Check the address and its firewall."],
  [
    "EHOSTUNREACH",
    { address: "2606:2800::1", port: 443 },
    "The server at [2606:2800::1]:443 did not answer. Check the address and its firewall.",
  ],
  ["ECONNRESET", {}, "The server closed the connection before it answered."],
])("describes %s with %j", (code, more, text) => {
  expect(ofError(systemError(code, more))).toMatchObject({ ok: false, error: text });
});

it("describes the first attempt of a host with several addresses", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  server.close();
  await once(server, "close");
  const [error]: unknown[] = await once(connect({ host: "127.0.0.1", port }), "error");
  const text = `The server at 127.0.0.1:${port} refused the connection. Check the address and the port.`;
  expect(ofError(error)).toMatchObject({ error: text });
  expect(ofError(new AggregateError([error, systemError("ENETUNREACH")]))).toMatchObject({ error: text });
});

it.each([new Error("certificate has expired"), systemError("CERT_HAS_EXPIRED"), "text", null])(
  "leaves other errors as they are: %s",
  (error) => {
    expect(describeConnectionError(error)).toBeNull();
  },
);
