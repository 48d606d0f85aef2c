using System.Collections.Generic;
using Pulumi;
using Platform = PulumiPlatform.Platform;

return await Deployment.RunAsync(() =>
{
    var config = new Config();

    var weekly = new Platform.ReportSchedule("weekly", new()
    {
        Title = "Weekly sales",
        PageId = 1001,
        ViewId = 2001,
        AttachmentInclude = true,
        Schedule = new Platform.Inputs.ScheduleArgs
        {
            Frequency = "WEEKLY",
            DaysToRun = "MON",
            HourOfDay = config.RequireInt32("hour"),
            MinOfHour = 0,
            Timezone = "Europe/Berlin",
            Enabled = true,
            AdditionalRecipients = new[]
            {
                new Platform.Inputs.ScheduleRecipientArgs
                {
                    Type = "EMAIL",
                    Value = config.RequireSecret("lead"),
                },
            },
        },
    });

    new Platform.Group("readers", new()
    {
        Name = "Sales readers",
        Description = Output.Format($"Readers of report {weekly.Id}"),
        Type = "open",
    });

    var roles = Platform.GetRoles.Invoke();

    return new Dictionary<string, object?>
    {
        ["firstRole"] = roles.Apply(result => result.Roles[0].Name),
    };
});
