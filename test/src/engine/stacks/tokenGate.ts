import { createServer, request } from "node:http";
import type { Simulator } from "pulumi-platform-simulator";

/** A server in front of a simulated instance that decides which tokens hold, and how it refuses the others. */
export interface TokenGate {
  url: string;
  /** The only valid token of the API, and of the workflow API. */
  token: string;
  accessToken: string;
  /** The status for other tokens. */
  refusal: number;
  close: () => void;
}

export async function openTokenGate(platform: Simulator): Promise<TokenGate> {
  const gate: TokenGate = {
    ...{ url: "", token: platform.token, accessToken: platform.workflowToken, refusal: 401 },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((asked, answer) => {
    const { "x-service-developer-token": token, authorization, host: _, ...others } = asked.headers;
    const isWorkflow = asked.url?.startsWith("/workflow-api") === true;
    const isValid = isWorkflow
      ? authorization === `Bearer ${gate.accessToken}`
      : token === gate.token;
    if (!isValid) {
      asked.resume();
      answer.writeHead(gate.refusal, { "content-type": "application/json" });
      answer.end(JSON.stringify({ status: gate.refusal, message: "Refused" }));
      return;
    }
    const headers = {
      ...others,
      "x-service-developer-token": platform.token,
      authorization: `Bearer ${platform.workflowToken}`,
    };
    const passed = request(
      `${platform.url}${asked.url}`,
      { method: asked.method, headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      },
    );
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  gate.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return gate;
}
