import { ref } from "vue";

const key = "pulumi-platform-language";

/** The language that the reader chose last, in any tabs of any page. */
export const language = ref();

export function remember(name) {
  language.value = name;
  try {
    localStorage.setItem(key, name);
  } catch {
    // A browser that keeps nothing shows the choice until the page is loaded again.
  }
}

export function remembered() {
  try {
    language.value ??= localStorage.getItem(key) ?? undefined;
  } catch {
    // See above.
  }
}
