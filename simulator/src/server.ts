import { performance } from "node:perf_hooks";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { controlPrefix } from "./control.js";
import { errorBody, traceId } from "./errors.js";
import { listKinds, seededRandom, shuffled, type Fault } from "./faults/faults.js";
import {
  recordFault,
  injectFault,
  injectIntoAnswer,
  type ActiveCall,
} from "./faults/faultInjection.js";
import type { Instance } from "./instance.js";
import { parseJson, toJson } from "./json.js";
import { injectListFault } from "./faults/listFaults.js";
import { HttpError, type Answer, type Context, type Route } from "./route.js";
import { routesBeyond, routesOf } from "./routes.js";
import type { State } from "./state.js";
import { compile, describe, type Problem } from "./validator.js";
import type { SentBody } from "./variants/variant.js";

/** Builds the server of the platform's API. It does not listen yet. */
export function buildServer(instance: Instance): FastifyInstance {
  const app = fastify({
    // Otherwise a call that a fault left hanging would delay the end.
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    schemaErrorFormatter: ([problem]) => new Error(describe(problem as Problem)),
  });
  app.setValidatorCompiler(compile);
  app.setReplySerializer((body) => toJson(body));
  const activeCalls = new WeakMap<FastifyRequest, ActiveCall>();
  parseBodies(app);

  /** Sends an answer, which the variants change unless the control API gives it. */
  const respond = (request: FastifyRequest, reply: FastifyReply, result: Answer): FastifyReply => {
    const call = activeCalls.get(request)?.call;
    if (!call) return send(reply, bodyOf(result), result.status);
    const answer = instance.variants.answer(result, call);
    const body = bodyOf(answer);
    return send(reply, body && instance.variants.encode(body, call), answer.status);
  };

  app.addHook("onRequest", async (request, reply) => {
    refuseForeign(request);
    if (request.url.startsWith(controlPrefix)) return;
    const active = beginCall(instance, request);
    activeCalls.set(request, active);
    reply.raw.once("close", () => {
      // Without a finished answer the client has seen no status.
      if (!reply.raw.writableFinished) active.call.status = null;
      instance.end(active.call, active.started);
    });
    await instance.sleep(instance.settings.latencyMs);
    await injectFault(active, "before", request, reply, instance.sleep);
    if (!reply.sent) authenticate(instance, request);
  });

  app.addHook("preParsing", async (request, reply) => {
    const active = activeCalls.get(request);
    if (active) await injectFault(active, "mid-body", request, reply, instance.sleep);
  });

  app.addHook("preValidation", async (request) => {
    const active = activeCalls.get(request);
    if (!active) return;
    // A copy, because coercion changes the body and the log shows the original.
    active.call.body = structuredClone(request.body);
    const route = routeOf(request);
    if (!route) return;
    // Another instance does not have the variants of this one.
    if (active.fault?.kind !== "wrong-instance") instance.variants.refuse(active.call);
    const empty = request.body === undefined;
    if (route.bodySchema && empty) throw new HttpError(400, "the request body is required");
    if (!route.bodySchema && !empty)
      throw new HttpError(400, "this operation takes no request body");
    if (instance.settings.profile === "extended") route.extendedCoerce?.(request.body);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const active = activeCalls.get(request);
    if (!active) return payload;
    // A fault before the operation answers with a text.
    const bytes = Buffer.isBuffer(payload)
      ? payload
      : Buffer.from((payload as string | null) ?? "");
    const sent = await injectIntoAnswer(active, reply, bytes, instance.sleep);
    // The client may be gone before a late answer.
    if (!reply.raw.destroyed) active.call.status = reply.statusCode;
    active.call.ms = Math.round(performance.now() - active.started);
    return sent.length === 0 ? "" : sent;
  });

  for (const route of routesOf(instance.settings.profile)) {
    const wider = instance.settings.profile === "extended" ? route.extendedBodySchema : undefined;
    const body = wider ?? route.bodySchema;
    app.route({
      method: route.method,
      url: urlOf(route.path),
      config: { route },
      ...(body && { schema: { body } }),
      handler: async (request, reply) => {
        const active = activeCalls.get(request) as ActiveCall;
        const result = runHandler(instance, route, request, active);
        const delayMs = active.fault ? 0 : instance.variants.delayMs(active.call);
        if (delayMs > 0) await instance.sleep(delayMs);
        return respond(request, reply, result);
      },
    });
  }
  const notFound = (more: string) => (request: FastifyRequest, reply: FastifyReply) =>
    respond(request, reply, {
      status: 404,
      body: errorBody(404, `${request.method} ${pathOf(request)} does not exist${more}`),
    });
  for (const { method, path } of routesBeyond(instance.settings.profile)) {
    app.route({ method, url: urlOf(path), handler: notFound(otherProfile) });
  }
  app.setNotFoundHandler(notFound(""));
  app.setErrorHandler((error, request, reply) => respond(request, reply, errorAnswer(error)));
  return app;
}

/** Otherwise people look for the mistake in their program. */
const otherProfile =
  ": this simulator has the profile documented. Start it with --profile extended to offer extended operations";

const urlOf = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

const routeOf = (request: FastifyRequest): Route | undefined =>
  (request.routeOptions.config as { route?: Route }).route;

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0] ?? "";

/** If a parameter is given twice, the last value counts. */
const queryOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(request.url.split("?")[1]));

function beginCall(instance: Instance, request: FastifyRequest): ActiveCall {
  const route = routeOf(request);
  const call = instance.begin({
    method: request.method,
    path: pathOf(request),
    query: queryOf(request),
    route: route ? `${route.method} ${route.path}` : "unknown",
    source: route?.source ?? "none",
    body: undefined,
  });
  const fault = instance.faults.choose(call, (kind) => !listKinds.includes(kind));
  return { call, started: performance.now(), ...(fault && { fault }) };
}

/** The names of this machine, as they stand in an address. */
const ownNames = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const isOwnOrigin = (origin: string) =>
  URL.canParse(origin) && ownNames.test(new URL(origin).hostname);

/**
 * A page that somebody visits can send requests to this machine, under a name of its own or from another site. It can
 * send no header of JSON without asking first, so a form cannot change anything over the control API.
 */
function refuseForeign({ headers, hostname, method, url }: FastifyRequest): void {
  const { origin } = headers;
  if (!ownNames.test(hostname)) {
    throw new HttpError(403, "the simulator answers only requests to an address of this machine");
  }
  const isCrossSite = headers["sec-fetch-site"] === "cross-site";
  if (isCrossSite || (origin !== undefined && !isOwnOrigin(origin))) {
    throw new HttpError(403, "the simulator answers no requests from pages of other sites");
  }
  const isChange = url.startsWith(controlPrefix) && method !== "GET" && method !== "HEAD";
  if (isChange && !/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new HttpError(415, "this request needs the header Content-Type: application/json");
  }
}

/** Accepts only JSON. An empty body counts as none, whatever its content type. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    const text = body.toString();
    if (text === "") {
      done(null, undefined);
      return;
    }
    try {
      done(null, parseJson(text));
    } catch {
      done(new HttpError(400, "the request body is not valid JSON"));
    }
  });
}

/** Throws 401 unless the token is valid. */
function authenticate(instance: Instance, request: FastifyRequest): void {
  const { settings, state } = instance;
  if (routeOf(request)?.auth === "bearer") {
    if (request.headers.authorization !== `Bearer ${settings.workflowToken}`) {
      throw new HttpError(401, "Unauthorized");
    }
    return;
  }
  const token = request.headers["x-service-developer-token"];
  if (token === settings.token) return;
  if (typeof token === "string" && Object.hasOwn(state.tokens, token)) return;
  throw new HttpError(401, "Unauthorized");
}

function runHandler(
  instance: Instance,
  route: Route,
  request: FastifyRequest,
  active: ActiveCall,
): Answer {
  const elsewhere = active.fault?.kind === "wrong-instance";
  instance.past.note();
  const state = answering(instance, active.fault);
  const token = String(request.headers["x-service-developer-token"]);
  const { pageCap } = instance.settings;
  const context: Context = {
    state,
    profile: instance.settings.profile,
    params: request.params as Record<string, string>,
    query: instance.variants.query(active.call),
    body: elsewhere ? request.body : instance.variants.take(request.body, active.call),
    user: state.tokens[token] ?? state.user,
    now: Date.now(),
    toe: traceId(),
    idOfCount: (n) => instance.variants.idOfCount(n, active.call),
    mail: (mail) => {
      if (!elsewhere) instance.outbox.push({ ...mail, at: Date.now() });
    },
    list: (items, explicitOrder = false) => {
      if (explicitOrder) return items;
      const fault = instance.faults.choose(active.call, (kind) => kind === "unstable-order");
      if (!fault) return items;
      recordFault(active, fault);
      return shuffled(items, seededRandom((fault.seed ?? 1) + fault.injected));
    },
    page: (items, skip, limit = Infinity) => {
      const end = skip + Math.min(limit, pageCap);
      return instance.variants.page(items, (all) => all.slice(skip, end), active.call);
    },
  };
  const result = route.handler(context);
  instance.past.note();
  active.call.worked = true;
  return injectListFault(result, active, instance.faults);
}

/** The state that answers a call. */
function answering({ state, other, past }: Instance, fault: Fault | undefined): State {
  if (fault?.kind === "stale") return past.shown(fault);
  return fault?.kind === "wrong-instance" ? other : state;
}

function bodyOf({ body }: Answer): SentBody | undefined {
  if (body === undefined) return undefined;
  const isText = typeof body === "string";
  const type = `${isText ? "text/plain" : "application/json"}; charset=utf-8`;
  const bytes = Buffer.from(isText ? body : toJson(body));
  return { bytes, headers: { "content-type": type } };
}

function send(reply: FastifyReply, body: SentBody | undefined, status: number): FastifyReply {
  reply.code(status);
  return body === undefined ? reply.send() : reply.headers(body.headers).send(body.bytes);
}

function errorAnswer(error: unknown): Answer {
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  if (!(error instanceof HttpError)) {
    return { status: statusCode, body: errorBody(statusCode, message) };
  }
  const { status, shape } = error;
  if (typeof shape === "object") return { status, body: shape.body };
  const bodies = { text: message, message: { message }, platform: errorBody(status, message) };
  return { status, body: bodies[shape] };
}
