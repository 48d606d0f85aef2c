import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import { holdsUnknown } from "../definition/unknowns";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import { contentOfInputs, naturalKeyOf } from "../state/likeness";

interface DeclaredObject {
  resource: Resource;
  inputs: Values;
  identity?: string;
  /** The run creates the object. */
  isNew: boolean;
}

/** Finds the resources of a program that declare the same object twice. */
export class ProgramTwins {
  /** What each resource declares, by natural key and then by identity. */
  readonly #declared = new Map<string, Map<string, { content: string; isNew: boolean }>>();

  constructor(readonly settings: Pick<Settings, "operations">) {}

  /**
   * Notes a resource. `twin` if another resource declares the same content, `namesake` if only the natural key is
   * the same. One of the two must be new: a program may have managed both for long.
   */
  note({ resource, inputs, identity, isNew }: DeclaredObject): "twin" | "namesake" | undefined {
    if (resource.kind === "action" || identity === undefined || holdsUnknown(inputs))
      return undefined;
    const { create } = verbsOf(resource, this.settings.operations);
    // The program says itself that it wants two.
    if (create === undefined || create.repeatable === true || inputs.allowDuplicate === true)
      return undefined;
    const key = naturalKeyOf(resource, inputs);
    const declared =
      this.#declared.get(key) ?? new Map<string, { content: string; isNew: boolean }>();
    const content = contentOfInputs(resource, inputs);
    this.#declared.set(key, declared.set(identity, { content, isNew }));
    const others = [...declared].filter(
      ([other, one]) => other !== identity && (isNew || one.isNew),
    );
    if (others.length === 0) return undefined;
    return others.some(([, one]) => one.content === content) ? "twin" : "namesake";
  }
}
