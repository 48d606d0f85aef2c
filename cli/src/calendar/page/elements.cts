type Child = Node | string;

/** An element with attributes; text never becomes markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The element of the page with this id. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** Text from an instance, with its own writing direction. */
export const foreign = (text: string): HTMLElement => element("bdi", {}, text);

/** Text of several words, in lines that are neither too short nor too long. */
export const words = (text: string): HTMLElement => element("span", { class: "words" }, text);

/** Text for screen readers only. */
export const spoken = (text: string): HTMLElement => element("span", { class: "spoken" }, text);

/** A list that a click opens. Its items are created then. */
export function folded(summary: string, items: () => readonly Child[]): HTMLElement {
  const made = element("details", {}, element("summary", {}, summary));
  const fill = () =>
    made.append(element("ul", {}, ...items().map((item) => element("li", {}, item))));
  made.addEventListener("toggle", fill, { once: true });
  return made;
}

/** A table in a part of the page that scrolls, also by keyboard. */
export function scrolling(table: HTMLTableElement, label: string): HTMLElement {
  return element(
    "div",
    { class: "scroll", role: "group", tabindex: "0", "aria-label": label },
    table,
  );
}

/** 1 run, 2 runs, 1,200 runs. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
