import assert from "node:assert/strict";
import { PlatformError } from "../../../../provider/dist/messages/errors";
import { readSettings, settingNames } from "../../../../provider/dist/settings";
import type { Config } from "../provider";

const good: Config = { baseUrl: "https://one.example.com", token: "canary-token" };
const read = (config: Config, environment: Record<string, string> = {}) =>
  readSettings({ config: (name) => config[name], environment });

/** What a reader is told of settings that cannot be used. */
function refused(config: Config, environment: Record<string, string> = {}): string {
  try {
    read(config, environment);
  } catch (error) {
    assert.ok(error instanceof PlatformError);
    assert.equal(error.code, "invalid_settings");
    return error.message;
  }
  return assert.fail("the settings were taken");
}

describe("the settings", () => {
  it("have a default wherever one is safe", () => {
    const { places, ...settings } = read(good);
    assert.equal(places?.baseUrl, "platform:baseUrl");
    assert.deepEqual(settings, {
      ...good,
      tokenHeader: "X-SERVICE-Developer-Token",
      operations: "documented",
      apiUrl: undefined,
      accessToken: undefined,
      scheduleFilter: undefined,
      mail: "live",
      allowedRecipientDomains: undefined,
      confirmAbsent: [],
      journal: undefined,
      readDeadlineSeconds: 30,
      writeDeadlineSeconds: 120,
      textDeadlineSeconds: 300,
      visibilityDelaySeconds: 300,
      driftInPreviews: true,
      readDetails: "import",
      allowInsecure: false,
      allowUnknownValues: false,
    });
  });

  it("name the keys of the project that are meant for the provider", () => {
    const misplaced = (projectConfig: Config, config: Config = good) =>
      readSettings({
        config: (name) => config[name],
        projectConfig: (name) => projectConfig[name],
        environment: {},
      }).misplaced?.map(({ text }) => text);
    assert.deepEqual(misplaced({ mail: "muted", owner: "me", token: "other" }), [
      "The key mail of the stack has no effect on the provider, because it lacks platform:. If you meant it for the provider, run `pulumi config set platform:mail muted`.",
    ]);
    assert.equal(misplaced({ mail: "muted" }, { ...good, mail: "live" }), undefined);
  });

  it("refuse the address of a sign-in page", () => {
    const text = refused({ ...good, baseUrl: "https://one.example.com/login" });
    assert.match(
      text,
      /without the path of its sign-in page, for example https:\/\/one\.example\.com/,
    );
  });

  it("say which variables replace other values of the stack, and never show a secret", () => {
    const sentences = (...given: Parameters<typeof read>) =>
      read(...given).replaced?.map(({ text }) => text);
    const config = { ...good, operations: "documented", tokenHeader: "X-One" };
    const variables = {
      PLATFORM_BASE_URL: "https://two.example.com",
      PLATFORM_TOKEN: "other-token",
      PLATFORM_OPERATIONS: "extended",
      PLATFORM_TOKEN_HEADER: "X-One",
      PLATFORM_API_URL: "https://two.example.com/w",
    };
    assert.deepEqual(sentences(config, variables), [
      "PLATFORM_BASE_URL replaces platform:baseUrl (https://one.example.com) of the stack.",
      "PLATFORM_TOKEN replaces platform:token of the stack.",
      "PLATFORM_OPERATIONS replaces platform:operations (documented) of the stack.",
    ]);
    const withPassword = { ...good, baseUrl: "https://me:canary-password@one.example.com" };
    assert.deepEqual(sentences(withPassword, { PLATFORM_BASE_URL: "https://two.example.com" }), [
      "PLATFORM_BASE_URL replaces platform:baseUrl of the stack.",
    ]);
  });

  it("say that a variable has no effect, which somebody can take for a setting", () => {
    const { replaced } = read({ ...good, mail: "live" }, { PLATFORM_MAIL: "muted" });
    const text = "PLATFORM_MAIL has no effect: set platform:mail.";
    assert.deepEqual(replaced, [{ variable: "PLATFORM_MAIL", isRead: false, text }]);
  });

  it("are refused where a value has no form that can be read", () => {
    const bare = (values: object) => Object.assign(Object.create(null) as object, values);
    const odd = bare({ constructor: { name: bare({}) } });
    for (const setting of ["journal", "tokenHeader", "mail", "scheduleFilter", "readDetails"])
      assert.throws(() => read({ ...good, [setting]: odd }), { code: "invalid_settings" });
  });

  it("say nothing of variables that have the values of the stack", () => {
    const same = { PLATFORM_BASE_URL: "https://ONE.example.com/", PLATFORM_TOKEN: "canary-token" };
    assert.equal(read(good, same).replaced, undefined);
    assert.equal(read(good).replaced, undefined);
  });

  it("take a token from the variable with the name of its instance or provider first", () => {
    const environment = {
      PLATFORM_TOKEN: "token-without-name",
      PLATFORM_TOKEN_PROD_EU: "named-token",
      PLATFORM_ACCESS_TOKEN_PROD_EU: "named-access",
      PLATFORM_TOKEN_HEADER: "X-One",
    };
    const provider = (name: string, args: Config) =>
      readSettings({
        ...{ config: (setting) => args[setting], environment, kind: "arguments", provider: name },
        placeOf: (setting) => `argument ${setting} of provider "${name}"`,
      });
    const { baseUrl } = good;
    const named = provider("prod-eu", { ...good, accessToken: "old" });
    assert.deepEqual([named.token, named.accessToken], ["named-token", "named-access"]);
    assert.equal(named.places?.token, "PLATFORM_TOKEN_PROD_EU");
    assert.deepEqual(
      named.replaced?.map(({ text }) => text),
      [
        'PLATFORM_TOKEN_PROD_EU replaces argument token of provider "prod-eu".',
        'PLATFORM_ACCESS_TOKEN_PROD_EU replaces argument accessToken of provider "prod-eu".',
      ],
    );
    assert.equal(provider("prod-eu", { baseUrl }).token, "named-token");
    assert.equal(provider("other", good).token, good.token);
    // The name of a header is no token.
    assert.equal(provider("header", good).token, good.token);

    const instances = { "prod-eu": { baseUrl, token: "old" }, dev: { baseUrl } };
    const instance = (name: string) =>
      readSettings({ config: (key) => ({ instances })[key], environment, instance: name });
    assert.equal(instance("prod-eu").token, "named-token");
    assert.throws(() => instance("dev"), /dev\.token --secret`, or set PLATFORM_TOKEN_DEV\./);
  });

  const variables: [string, string, string, string][] = [
    ["PLATFORM_BASE_URL", "baseUrl", "https://one.example.com", "https://two.example.com"],
    ["PLATFORM_TOKEN", "token", "configured", "from-environment"],
    ["PLATFORM_TOKEN_HEADER", "tokenHeader", "X-One", "X-Two"],
    ["PLATFORM_API_URL", "apiUrl", "https://one.example.com/w", "https://two.example.com/w"],
    ["PLATFORM_ACCESS_TOKEN", "accessToken", "configured", "from-environment"],
    ["PLATFORM_OPERATIONS", "operations", "documented", "extended"],
    ["PLATFORM_JOURNAL", "journal", "/shared/one", "/shared/two"],
    ["PLATFORM_READ_DETAILS", "readDetails", "import", "refresh"],
  ];
  for (const [variable, name, configured, fromEnvironment] of variables) {
    it(`take ${variable} before platform:${name}, and an empty one for none`, () => {
      const config = { ...good, [name]: configured };
      const value = (text: string) => Object.entries(read(config, { [variable]: text }));
      assert.deepEqual(new Map(value(fromEnvironment)).get(name), fromEnvironment);
      assert.deepEqual(new Map(value("")).get(name), configured);
    });

    it(`name the place of a wrong platform:${name}: the configuration or ${variable}`, () => {
      const configuredWrong = refused({ ...good, [name]: "\n" });
      assert.ok(configuredWrong.includes(`: platform:${name} must be`), configuredWrong);
      const wrong = refused(good, { [variable]: "\n" });
      assert.ok(wrong.includes(`: ${variable} must be`), wrong);
    });
  }

  const malformed: [string, unknown, RegExp][] = [
    [
      "baseUrl",
      undefined,
      /is required\. Run `pulumi config set platform:baseUrl https:\/\/example\.com`, or set PLATFORM_BASE_URL\./,
    ],
    ["baseUrl", "one.example.com", /must be an address that begins with https:\/\//],
    ["baseUrl", "ftp://one.example.com", /must be an address that begins with https:\/\//],
    ["baseUrl", "https://me:secret@one.example.com", /must not contain a user name, a password/],
    ["baseUrl", "https://:secret@one.example.com", /must not contain a user name, a password/],
    ["baseUrl", "https://one.example.com/api", /must be the address before \/api/],
    ["baseUrl", "https://one.example.com/sub/api/content/v1", /must be the address before \/api/],
    ["baseUrl", "https://one.example.com?a=b", /must not contain .* a query/],
    ["baseUrl", "https://one.example.com?", /must not contain .* a query/],
    ["baseUrl", "https://one.example.com/#top", /must not contain .* a query/],
    ["baseUrl", "https://one.example.com/#", /must not contain .* a query/],
    [
      "token",
      undefined,
      /is required\. Run `pulumi config set platform:token --secret`, or set PLATFORM_TOKEN\./,
    ],
    ["token", "two words", /must be one line of ASCII characters without spaces/],
    ["token", "line\nbreak", /must be one line of ASCII characters without spaces/],
    ["token", "tökén", /must be one line of ASCII characters without spaces/],
    ["tokenHeader", "X Header", /must be the name of an HTTP header/],
    ["tokenHeader", "X-Header: a", /must be the name of an HTTP header/],
    ...["Host", "connection", "Content-Length", "proxy-authorization", "__proto__"].map(
      (name): [string, unknown, RegExp] => [
        "tokenHeader",
        name,
        /must be the name of a header that carries a token, for example Authorization/,
      ],
    ),
    ["operations", "all", /must be documented or extended, not "all"\./],
    [
      "operations",
      "extendd",
      /must be documented or extended, not "extendd"\. Did you mean extended\?/,
    ],
    ["readDetails", "refrsh", /must be import or refresh, not "refrsh"\. Did you mean refresh\?/],
    ["mail", "mutd", /must be live, muted, or redirect:.*, not "mutd"\. Did you mean muted\?/],
    ["mail", true, /must be live, muted, or redirect:.*example\.com\)\./],
    ["scheduleFilter", "", /must not be empty/],
    ["confirmAbsent", { id: 42 }, /must be a list of ids, for example \["42","43"\]/],
    ["confirmAbsent", '{"id":42}', /must be a list of ids, for example \["42","43"\]/],
    ["readDeadlineSeconds", "soon", /must be a number of seconds/],
    ["readDeadlineSeconds", 0, /must be more than 0 seconds/],
    ["readDeadlineSeconds", -1, /must be more than 0 seconds/],
    ["readDeadlineSeconds", "3601", /must be at most 3600 seconds/],
    ["allowInsecure", "yes", /must be true or false/],
  ];
  for (const [name, value, allowed] of malformed) {
    it(`refuse platform:${name} ${JSON.stringify(value)}, and say what is allowed`, () => {
      const text = refused({ ...good, [name]: value });
      assert.match(text, new RegExp(`platform:${name} ${allowed.source}`));
      assert.equal(text.match(/platform:\w+ (must|is)/g)?.length, 1, "nothing else");
      assert.match(text, /[.?] \[invalid_settings\]$/);
      assert.doesNotMatch(text, /secret@|two words|tökén/);
    });
  }

  it("are refused in one error that names all of them, and echoes no token", () => {
    const wrong = Object.fromEntries(settingNames.map((name) => [name, { canary: "canary" }]));
    const text = refused({ ...wrong, token: "canary 7f3", baseUrl: "http://me:canary@host" });
    for (const name of settingNames) {
      assert.match(text, new RegExp(`platform:${name} (must|is|Invalid)`), name);
    }
    assert.doesNotMatch(text, /canary/);
    assert.doesNotMatch(refused({ ...good, operations: "all" }), /canary/);
  });

  const lists: [unknown, string[]][] = [
    [
      ["42", "43"],
      ["42", "43"],
    ],
    [[42], ["42"]],
    ['["42","43"]', ["42", "43"]],
    ["42,43", ["42", "43"]],
    ["42, 43", ["42", "43"]],
    ["42", ["42"]],
    ["scheduled-report-emails", ["scheduled-report-emails"]],
    ["[]", []],
  ];
  for (const [given, ids] of lists) {
    it(`read platform:confirmAbsent ${JSON.stringify(given)} as ${ids.length} ids`, () => {
      assert.deepEqual(read({ ...good, confirmAbsent: given }).confirmAbsent, ids);
    });
  }

  it("take words for numbers and flags, as configuration is text", () => {
    const baseUrl = "http://one.example.com";
    const config = { ...good, baseUrl, textDeadlineSeconds: "2.5", allowInsecure: "true" };
    assert.equal(read(config).textDeadlineSeconds, 2.5);
    assert.match(refused({ ...config, allowInsecure: "false" }), /unencrypted/);
  });
});

describe("an address without TLS", () => {
  const inTheClear = /begins with http:\/\/, which sends the token unencrypted/;
  const here = ["localhost:8080", "127.0.0.1", "127.8.9.1:1", "127.1", "[::1]:8080", "LOCALHOST"];
  for (const host of here) {
    it(`is taken for this machine: ${host}`, () => {
      assert.equal(read({ ...good, baseUrl: `http://${host}` }).baseUrl, `http://${host}`);
    });
  }

  const elsewhere = [
    "one.example.com",
    "127.0.0.1.example.com",
    "localhost.example.com",
    "10.0.0.1",
    "[::2]",
    "0.0.0.0",
  ];
  for (const host of elsewhere) {
    it(`is refused for any other: ${host}`, () => {
      const config = { ...good, baseUrl: `http://${host}` };
      assert.match(refused(config), inTheClear);
      assert.match(refused(good, { PLATFORM_BASE_URL: config.baseUrl }), inTheClear);
      assert.equal(read({ ...config, allowInsecure: true }).baseUrl, config.baseUrl);
    });
  }

  it("that is allowed is no problem among other problems", () => {
    const text = refused({ baseUrl: "http://one.example.com", allowInsecure: true });
    assert.match(text, /platform:token is required/);
    assert.doesNotMatch(text, inTheClear);
  });
});
