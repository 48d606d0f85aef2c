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
