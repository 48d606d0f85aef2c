package main

import (
	"github.com/pulumi-platform/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")

		weekly, err := platform.NewReportSchedule(ctx, "weekly", &platform.ReportScheduleArgs{
			Title:             pulumi.String("Weekly sales"),
			PageId:            pulumi.Int(1001),
			ViewId:            pulumi.Int(2001),
			AttachmentInclude: pulumi.Bool(true),
			Schedule: &platform.ScheduleArgs{
				Frequency: pulumi.String("WEEKLY"),
				DaysToRun: pulumi.String("MON"),
				HourOfDay: pulumi.Int(settings.RequireInt("hour")),
				MinOfHour: pulumi.Int(0),
				Timezone:  pulumi.String("Europe/Berlin"),
				Enabled:   pulumi.Bool(true),
				AdditionalRecipients: platform.ScheduleRecipientArray{
					&platform.ScheduleRecipientArgs{
						Type:  pulumi.String("EMAIL"),
						Value: settings.RequireSecret("lead"),
					},
				},
			},
		})
		if err != nil {
			return err
		}

		_, err = platform.NewGroup(ctx, "readers", &platform.GroupArgs{
			Name:        pulumi.String("Sales readers"),
			Description: pulumi.Sprintf("Readers of report %s", weekly.ID()),
			Type:        pulumi.String("open"),
		})
		if err != nil {
			return err
		}

		roles := platform.GetRolesOutput(ctx, platform.GetRolesOutputArgs{}).Roles()
		ctx.Export("firstRole", roles.Index(pulumi.Int(0)).Name())
		return nil
	})
}
