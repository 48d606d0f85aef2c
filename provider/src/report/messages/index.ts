/** All messages of the lifecycle. */
export * from "./detailMessages";
export * from "./groupMessages";
export * from "./importMessages";
export * from "./impossibleMessages";
export * from "./inputMessages";
export * from "./keptMessages";
export * from "./mailMessages";
export * from "./ownershipMessages";
export * from "./previewMessages";
export * from "./replacementMessages";
export * from "./runMessages";
export * from "./duplicateMessages";
export * from "./unknownMessages";
