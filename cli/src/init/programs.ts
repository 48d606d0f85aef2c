import type { Answers } from "./questions.js";

// Each program reads something and changes nothing. Its first resource is a comment, because only you know an id
// of a page, and because documented operations cannot delete a schedule.

export const typescriptProgram = (provider: Answers["provider"]): string => `\
import * as platform from "pulumi-platform${provider === "plugin" ? "/plugin" : ""}";

// Reads the names of the roles. The instance does not change.
export const roles = platform.getRolesOutput().roles.apply((all) => all.map(({ name }) => name));

// Your first report schedule: switched off, and only for you. Write the ids of your page and view, and your address.
// export const first = new platform.ReportSchedule("first", {
//   title: "My first report",
//   pageId: 1001,
//   viewId: 2001,
//   attachmentInclude: true,
//   schedule: {
//     frequency: "WEEKLY",
//     daysToRun: "MON",
//     hourOfDay: 8,
//     minOfHour: 0,
//     timezone: "UTC",
//     enabled: false,
//     additionalRecipients: [{ type: "EMAIL", value: "you@example.com" }],
//   },
// }).id;
`;

export const yamlProgram = `\
# Reads the roles. The instance does not change.
variables:
  roles: { fn::invoke: { function: platform:getRoles } }
outputs:
  roles: \${roles.roles}

# Your first report schedule: switched off, and only for you. Write the ids of your page and view, and your address.
# resources:
#   first:
#     type: platform:ReportSchedule
#     properties:
#       title: My first report
#       pageId: 1001
#       viewId: 2001
#       attachmentInclude: true
#       schedule:
#         frequency: WEEKLY
#         daysToRun: MON
#         hourOfDay: 8
#         minOfHour: 0
#         timezone: UTC
#         enabled: false
#         additionalRecipients: [{ type: EMAIL, value: you@example.com }]
`;

export const pythonProgram = `\
import pulumi
import pulumi_platform as platform

# Reads the names of the roles. The instance does not change.
roles = platform.get_roles_output().roles
pulumi.export("roles", roles.apply(lambda roles: [role.name for role in roles]))

# Your first report schedule: switched off, and only for you. Write the ids of your page and view, and your address.
# first = platform.ReportSchedule(
#     "first",
#     title="My first report",
#     page_id=1001,
#     view_id=2001,
#     attachment_include=True,
#     schedule={
#         "frequency": "WEEKLY",
#         "days_to_run": "MON",
#         "hour_of_day": 8,
#         "min_of_hour": 0,
#         "timezone": "UTC",
#         "enabled": False,
#         "additional_recipients": [{"type": "EMAIL", "value": "you@example.com"}],
#     },
# )
`;
