// A dynamic provider as tutorials write it: an object with the verbs, which Pulumi serializes into the
// state of every resource. Each verb makes its own calls with fetch.
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

async function call(method, path, body) {
  const response = await fetch(process.env.PLATFORM_BASE_URL + path, {
    method,
    headers: {
      "content-type": "application/json",
      "X-SERVICE-Developer-Token": process.env.PLATFORM_TOKEN,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

const path = "/api/content/v1/reportschedules";
const scheduleProvider = {
  async create({ title, pageId, viewId, attachmentInclude, schedule }) {
    const inputs = { title, pageId, viewId, attachmentInclude, schedule };
    const created = await call("POST", path, inputs);
    return {
      id: String(created.id),
      outs: { ...inputs, reportViewId: created.reportViewId },
    };
  },

  async diff(id, olds, news) {
    const changed = ["title", "pageId", "viewId", "attachmentInclude"].some(
      (name) => olds[name] !== news[name],
    );
    const moved = Object.keys(news.schedule).some(
      (name) => JSON.stringify(olds.schedule[name]) !== JSON.stringify(news.schedule[name]),
    );
    return { changes: changed || moved };
  },

  async read(id, props) {
    const live = await call("GET", `${path}/${id}`);
    const schedule = {};
    for (const name of Object.keys(props.schedule)) schedule[name] = live.schedule[name];
    const { title, pageId, viewId, attachmentInclude } = live;
    return { id, props: { ...props, title, pageId, viewId, attachmentInclude, schedule } };
  },

  async update(id, olds, { title, pageId, viewId, attachmentInclude, schedule }) {
    const inputs = { title, pageId, viewId, attachmentInclude, schedule };
    await call("PUT", `${path}/${id}`, inputs);
    return { outs: { ...olds, ...inputs } };
  },

  async delete(id) {
    await call("DELETE", `${path}/${id}`);
  },
};

class ReportSchedule extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(scheduleProvider, name, { reportViewId: undefined, ...args }, opts);
  }
}

const { resources } = JSON.parse(readFileSync("resources.json", "utf8"));
for (const { name, args } of resources) new ReportSchedule(name, args);
