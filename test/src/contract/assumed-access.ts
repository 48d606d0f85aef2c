import type { Assumption } from "./assumption.js";

export const access: readonly Assumption[] = [
  {
    holds:
      "A share adds the listed users and groups and removes nobody. Sharing again with the same user or group changes the level.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "A share removes the access of others. With extended operations, the next refresh shows it for declared users and groups; with documented operations, nothing shows it. Try it on a dataset that nobody uses.",
  },
  {
    holds:
      "A share requires `permissions`, and each permission requires `id`, `type` and `accessLevel`.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "The preview refuses a share that the platform would accept. Vendor documentation requires `permissions` and `sendEmail`, and the provider always sends both.",
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
      "The platform refuses the level. Other words pass to the platform. A word that is almost one of these is an error in the preview, unless you set `platform:allowUnknownValues`.",
  },
  {
    holds: "Removing a group's access has the same call as removing a user's.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise: "The removal fails with the platform's answer, and the group keeps its access.",
  },
  {
    holds: "Nobody can remove the owner of a dataset.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "Nothing changes: the provider never removes a user or group whose level is `OWNER`.",
  },
  {
    holds: "`totalUserCount` and `totalGroupCount` count everyone who has access.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "With smaller totals, a cut list counts as complete, and the provider grants access again that exists. With larger ones, reads end as unknown.",
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
