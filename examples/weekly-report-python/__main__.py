import pulumi
import pulumi_platform as platform

config = pulumi.Config()

weekly = platform.ReportSchedule(
    "weekly",
    title="Weekly sales",
    page_id=1001,
    view_id=2001,
    attachment_include=True,
    schedule={
        "frequency": "WEEKLY",
        "days_to_run": "MON",
        "hour_of_day": config.require_int("hour"),
        "min_of_hour": 0,
        "timezone": "Europe/Berlin",
        "enabled": True,
        "additional_recipients": [{"type": "EMAIL", "value": config.require_secret("lead")}],
    },
)

readers = platform.Group(
    "readers",
    name="Sales readers",
    description=pulumi.Output.concat("Readers of report ", weekly.id),
    type="open",
)

roles = platform.get_roles_output().roles
pulumi.export("firstRole", roles.apply(lambda roles: roles[0].name))
