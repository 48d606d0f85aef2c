import type { Assumption } from "./assumption.js";

export const access: readonly Assumption[] = [
  {
    holds:
      "A share adds the listed users and groups and removes nobody. Sharing again with the same user or group changes the level.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "A share removes the access of others. Only a refresh with extended operations shows it, for declared users and groups. Try it on a dataset that nobody uses.",
  },
  {
    holds:
      "A share requires `permissions`, and each permission requires `id`, `type` and `accessLevel`.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise: "The preview refuses a valid share.",
  },
  {
    holds: "`type` is `USER` or `GROUP`.",
    source: "EXT-C",
    shown: ["USER"],
    where: ["DatasetShare"],
    otherwise: "The platform refuses the user or group.",
  },
  {
    holds: "`accessLevel` is `CO_OWNER`, `CAN_EDIT`, `CAN_SHARE` or `CAN_VIEW`.",
    source: "EXT-C",
    shown: ["CO_OWNER"],
    where: ["DatasetShare"],
    otherwise:
      "The platform refuses the level. The preview warns about other words, and refuses words that look misspelt.",
  },
  {
    holds: "Removing a group's access has the same call as removing a user's.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise: "The removal fails, and the group keeps its access.",
  },
  {
    holds: "Nobody can remove the owner of a dataset.",
    source: "GUESS",
    where: ["DatasetShare"],
  },
  {
    holds: "`totalUserCount` and `totalGroupCount` count everyone who has access.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "If the totals are too low, Pulumi grants access again that exists. If they are too high, reads end as unknown.",
  },
  {
    holds: "Certifying again does no harm.",
    source: "GUESS",
    where: ["Certification"],
    otherwise:
      "After a lost answer or a change of `triggers`, the platform records two certifications.",
  },
  {
    holds: "The state of certified content is `ACTIVE`. Content that is not certified has none.",
    source: "EXT-O",
    shown: ["ACTIVE"],
    where: ["Certification"],
    otherwise: "A refresh shows the certification as deleted, and the next `up` certifies again.",
  },
  {
    holds: "The platform ends the certification of a dataset when its schema or settings change.",
    source: "EXT-D",
    where: ["Certification"],
    otherwise: "The certification stays until somebody withdraws it.",
  },
];
