import { performance } from "node:perf_hooks";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { controlPrefix } from "./control.js";
import { errorBody, traceId } from "./errors.js";
import { listKinds, repeatable, shuffled } from "./faults.js";
import { note, strike, strikeAnswer, type Flight } from "./flight.js";
import type { Instance } from "./instance.js";
import { shapeList } from "./lists.js";
import { Refusal, type Answer, type Context, type Route } from "./route.js";
import { routesOf } from "./routes.js";
import { describeFinding, type Finding } from "./validate.js";

/** Builds the server of the platform's side. It listens nowhere yet. */
export function buildServer(instance: Instance): FastifyInstance {
  const app = fastify({
    // Closing ends promptly, even where a fault left a call hanging.
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    schemaErrorFormatter: ([finding]) => new Error(describeFinding(finding as Finding)),
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: false,
        allErrors: false,
        allowUnionTypes: true,
        verbose: true,
      },
    },
  });
  const flights = new WeakMap<FastifyRequest, Flight>();
  parseBodies(app);

  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith(controlPrefix)) return;
    const flight = takeOff(instance, request);
    flights.set(request, flight);
    reply.raw.once("close", () => {
      // Without a finished answer the client has seen no status, whatever was meant.
      if (!reply.raw.writableFinished) flight.call.status = null;
      instance.end(flight.call, flight.started);
    });
    await instance.sleep(instance.settings.latencyMs);
    await strike(flight, "before", request, reply, instance.sleep);
    if (!reply.sent) authenticate(instance, request);
  });

  app.addHook("preParsing", async (request, reply) => {
    const flight = flights.get(request);
    if (flight) await strike(flight, "mid-body", request, reply, instance.sleep);
  });

  app.addHook("preValidation", async (request) => {
    const flight = flights.get(request);
    if (!flight) return;
    // A copy, since coercion changes the body and the log shows what was sent.
    flight.call.body = structuredClone(request.body);
    const route = routeOf(request);
    if (!route) return;
    const empty = request.body === undefined;
    if (route.bodySchema && empty) throw new Refusal(400, "the request body is required");
    if (!route.bodySchema && !empty) throw new Refusal(400, "this operation takes no request body");
    route.coerce?.(request.body);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const flight = flights.get(request);
    if (!flight) return payload;
    const text = typeof payload === "string" ? payload : "";
    const sent = await strikeAnswer(flight, reply, text, instance.sleep);
    flight.call.status = reply.statusCode;
    flight.call.ms = Math.round(performance.now() - flight.started);
    return sent;
  });

  for (const route of routesOf(instance.settings.profile)) {
    const wider = instance.settings.profile === "extended" ? route.extendedBodySchema : undefined;
    const body = wider ?? route.bodySchema;
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { route },
      ...(body && { schema: { body } }),
      handler: (request, reply) => {
        const flight = flights.get(request) as Flight;
        return answer(reply, carryOut(instance, route, request, flight));
      },
    });
  }
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorBody(404, `${request.method} ${pathOf(request)} does not exist`)),
  );
  app.setErrorHandler((error, _request, reply) => refuse(reply, error));
  return app;
}

const routeOf = (request: FastifyRequest): Route | undefined =>
  (request.routeOptions.config as { route?: Route }).route;

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0] ?? "";

/** Of a parameter that is given twice, the last value counts. */
const queryOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(request.url.split("?")[1]));

function takeOff(instance: Instance, request: FastifyRequest): Flight {
  const route = routeOf(request);
  const call = instance.begin({
    method: request.method,
    path: pathOf(request),
    query: queryOf(request),
    route: route ? `${route.method} ${route.path}` : "unknown",
    source: route?.source ?? "none",
    body: undefined,
  });
  const fault = instance.faults.strike(call, (kind) => !listKinds.includes(kind));
  return { call, started: performance.now(), ...(fault && { fault }) };
}

/** JSON only. An empty body is no body, whatever the content type says. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    const text = body.toString();
    if (text === "") {
      done(null, undefined);
      return;
    }
    try {
      done(null, JSON.parse(text));
    } catch {
      done(new Refusal(400, "the request body is not valid JSON"));
    }
  });
}

/** Throws 401 unless the caller is known. */
function authenticate(instance: Instance, request: FastifyRequest): void {
  const { settings, state } = instance;
  if (routeOf(request)?.auth === "bearer") {
    if (request.headers.authorization !== `Bearer ${settings.workflowToken}`) {
      throw new Refusal(401, "Unauthorized");
    }
    return;
  }
  const token = request.headers["x-service-developer-token"];
  if (token === settings.token) return;
  if (typeof token === "string" && Object.hasOwn(state.tokens, token)) return;
  throw new Refusal(401, "Unauthorized");
}

function carryOut(
  instance: Instance,
  route: Route,
  request: FastifyRequest,
  flight: Flight,
): Answer {
  const elsewhere = flight.fault?.kind === "wrong-instance";
  const state = elsewhere ? instance.other : instance.state;
  const token = String(request.headers["x-service-developer-token"]);
  const { pageCap } = instance.settings;
  const context: Context = {
    state,
    profile: instance.settings.profile,
    params: request.params as Record<string, string>,
    query: flight.call.query,
    body: request.body,
    user: state.tokens[token] ?? state.user,
    now: Date.now(),
    toe: traceId(),
    mail: (mail) => {
      if (!elsewhere) instance.outbox.push({ ...mail, at: Date.now() });
    },
    list: (items, explicitOrder = false) => {
      if (explicitOrder) return items;
      const fault = instance.faults.strike(flight.call, (kind) => kind === "unstable-order");
      if (!fault) return items;
      note(flight, fault);
      return shuffled(items, repeatable((fault.seed ?? 1) + fault.struck));
    },
    page: (items, skip, limit = Infinity) => items.slice(skip, skip + Math.min(limit, pageCap)),
  };
  const result = route.handler(context);
  flight.call.worked = true;
  return shapeList(result, flight, instance.faults);
}

function answer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status);
  if (body === undefined) return reply.send();
  if (typeof body === "string") return reply.type("text/plain; charset=utf-8").send(body);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  if (!(error instanceof Refusal)) {
    return answer(reply, { status: statusCode, body: errorBody(statusCode, message) });
  }
  const { status, shape } = error;
  const bodies = { text: message, message: { message }, platform: errorBody(status, message) };
  return answer(reply, { status, body: bodies[shape] });
}
