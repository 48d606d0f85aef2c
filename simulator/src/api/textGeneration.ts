import { randomUUID } from "node:crypto";
import { ok, HttpError, type Answer, type Context, type RouteDeclaration } from "../route.js";
import { int32, number, oneOf, record, string, text } from "../schema.js";
import { parameterSchema, parameterSchemaDefs } from "./parameterSchema.js";

interface Request {
  input: string;
  sessionId?: string;
  promptTemplate?: { template: string };
  parameters?: Record<string, string>;
  model?: string;
  system?: string;
  responseFormat?: { type: string; schema?: unknown };
}

export const routes: RouteDeclaration[] = [
  {
    method: "POST",
    path: "/api/ai/v1/text/generation",
    source: "SPEC",
    summary: "Generate text",
    bodySchema: {
      $defs: parameterSchemaDefs,
      ...record(
        {
          input: string,
          // The format also takes the longer `urn:uuid:`.
          sessionId: { type: "string", format: "uuid", maxLength: 36 },
          promptTemplate: record({ template: string }, ["template"]),
          parameters: { type: "object", additionalProperties: string },
          model: text,
          modelConfiguration: { type: "object" },
          system: string,
          temperature: number,
          maxTokens: int32,
          responseFormat: record({ type: text, schema: parameterSchema }, ["type"]),
          reasoningConfig: record({ reasoningEffort: oneOf("NONE", "LOW", "MEDIUM", "HIGH") }),
        },
        ["input"],
      ),
    },
    handler: generate,
  },
];

/** The same request always has the same output. */
function generate(context: Context): Answer {
  const { state } = context;
  if (!state.grants.useAiServices) {
    throw new HttpError(403, "The grant to use AI services is required", "text");
  }
  const request = context.body as Request;
  const { responseFormat } = request;
  const model = request.model
    ? state.models.find(({ id }) => id === request.model)
    : state.models[0];
  if (!model) {
    throw new HttpError(400, `model ${request.model ?? ""} is not configured for text generation`);
  }
  const prompt = fill(request.promptTemplate?.template ?? model.template, request);
  const output = responseFormat
    ? JSON.stringify({ input: request.input })
    : `Answer to: ${request.input}`;
  const sessionId = request.sessionId ?? randomUUID();
  const { input } = request;
  state.texts.push({
    sessionId,
    modelId: model.id,
    input,
    prompt,
    output,
    generated: context.now,
  });
  const inputTokens = words(prompt);
  const outputTokens = words(output);
  return ok({
    prompt,
    choices: [{ output }],
    modelId: model.id,
    sessionId,
    output,
    modelProviderUsage: {
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      reasoningTokens: 0,
    },
  });
}

/** Replaces the placeholders of the template. A placeholder without a value stays. */
function fill(template: string, request: Request): string {
  const values = new Map(Object.entries(request.parameters ?? {}));
  values.set("input", request.input);
  values.set("system", request.system ?? "You are a helpful assistant.");
  return template.replace(
    /\$\{([^}]+)\}/g,
    (placeholder, name: string) => values.get(name) ?? placeholder,
  );
}

const words = (of: string): number => of.split(/\s+/).filter(Boolean).length;
