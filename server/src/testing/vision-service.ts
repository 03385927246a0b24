import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const requestSchema = z.object({
  model: z.string(),
  temperature: z.number(),
  stream: z.boolean(),
  messages: z.tuple([
    z.object({
      role: z.literal("user"),
      content: z.tuple([
        z.object({ type: z.literal("text"), text: z.string() }),
        z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
      ]),
    }),
  ]),
});
type ServiceRequest = z.infer<typeof requestSchema> & { authorization: string | undefined };

type Answering = (request: ServiceRequest, response: ServerResponse) => void | Promise<void>;

/** A completion in OpenAI's format. */
export const completion = (content: string, finishReason = "stop"): string =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "test",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

const sayNothing: Answering = (_, response) => void response.end(completion("{}"));

/** A local server with the used part of OpenAI's chat completions API. The test decides the answers. */
export async function startVisionService() {
  let answering = sayNothing;
  const requests: ServiceRequest[] = [];
  async function receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (message.method !== "POST" || message.url !== "/v1/chat/completions") return void response.writeHead(404).end();
    const { authorization } = message.headers;
    const request = { ...requestSchema.parse(await json(message)), authorization };
    requests.push(request);
    response.setHeader("content-type", "application/json");
    await answering(request, response);
  }
  const server = createServer((message, response) => void receive(message, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answerWith: (next: Answering): void => {
      answering = next;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
