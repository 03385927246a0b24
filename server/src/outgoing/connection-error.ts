import { z } from "zod";

/** The fields of Node's system errors of sockets and name lookups. */
const systemErrorSchema = z.object({
  code: z.string(),
  hostname: z.string().optional(),
  address: z.string().optional(),
  port: z.number().optional(),
});
type SystemError = z.infer<typeof systemErrorSchema>;

const hostOf = ({ hostname }: SystemError): string => (hostname === undefined ? "The host" : `The host ${hostname}`);

function serverOf({ address, port }: SystemError): string {
  if (address === undefined) return "The server";
  const host = address.includes(":") ? `[${address}]` : address;
  return `The server at ${host}${port === undefined ? "" : `:${port}`}`;
}

const noAnswer = (error: SystemError): string =>
  `${serverOf(error)} did not answer. Check the address and its firewall.`;
const closed = (): string => "The server closed the connection before it answered.";

const DESCRIPTIONS: Readonly<Record<string, (error: SystemError) => string>> = {
  ENOTFOUND: (error) => `${hostOf(error)} was not found. Check the address.`,
  EAI_AGAIN: (error) => `${hostOf(error)} could not be looked up, because the name server did not answer.`,
  ECONNREFUSED: (error) => `${serverOf(error)} refused the connection. Check the address and the port.`,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ETIMEDOUT: noAnswer,
  ECONNRESET: closed,
  EPIPE: closed,
};

/** An error of a connection or a name lookup, for a person; null for other errors. */
export function describeConnectionError(error: unknown): string | null {
  const { data } = systemErrorSchema.safeParse(error);
  return data ? (new Map(Object.entries(DESCRIPTIONS)).get(data.code)?.(data) ?? null) : null;
}
