import type { Values } from "../../lifecycle/tables/row";
import { secret } from "./wire";

const namespace = "platform:";

/** The configuration of a stack. */
export class Configuration {
  readonly #values = new Map<string, { value: unknown; secret: boolean }>();

  /** Sets a value; with `path`, one within an object or a list. */
  set(key: string, text: string, { secret = false, path = false } = {}): void {
    const [name = "", ...inner] = path ? key.split(/[.[\]]+/).filter((part) => part !== "") : [key];
    const known = this.#values.get(name);
    const value = inner.length === 0 ? text : set(known?.value, inner, text);
    this.#values.set(name, { value, secret: secret || known?.secret === true });
  }

  remove(key: string): void {
    this.#values.delete(key);
  }

  /** As Pulumi hands it to the host of dynamic providers. */
  whole(): Values {
    return Object.fromEntries([...this.#values].map(([key, { value }]) => [key, textOf(value)]));
  }

  /** As Pulumi hands it to a plugin in `PULUMI_CONFIG`. */
  ours(): Values {
    return Object.fromEntries(this.#ours().map(([name, { value }]) => [name, textOf(value)]));
  }

  /** The arguments of the provider that Pulumi makes of it. */
  ofDefaultProvider(): Values {
    return Object.fromEntries(
      this.#ours().map(([name, one]) => {
        const text = textOf(one.value);
        return [name, one.secret ? secret(text) : text];
      }),
    );
  }

  #ours() {
    return [...this.#values]
      .filter(([key]) => key.startsWith(namespace))
      .map(([key, value]) => [key.slice(namespace.length), value] as const);
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** A copy in which the value at a path is another one. */
function set(value: unknown, [first = "", ...rest]: readonly string[], text: string): unknown {
  const index = Number(first);
  const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
  if (Number.isInteger(index)) {
    const items = Array.isArray(parsed) ? [...(parsed as unknown[])] : [];
    items[index] = rest.length === 0 ? text : set(items[index], rest, text);
    return items;
  }
  const fields = (parsed ?? {}) as Values;
  return { ...fields, [first]: rest.length === 0 ? text : set(fields[first], rest, text) };
}
