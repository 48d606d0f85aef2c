package main

import (
	"github.com/pulumi-platform/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Reads the names of the roles. The instance does not change.
		roles := platform.GetRolesOutput(ctx, platform.GetRolesOutputArgs{}).Roles()
		ctx.Export("roles", roles.ApplyT(func(roles []platform.Role) []string {
			names := []string{}
			for _, role := range roles {
				names = append(names, role.Name)
			}
			return names
		}))

		// Your first report schedule: switched off, and only for you. Write the ids of your page and view, and your address.
		// _, err := platform.NewReportSchedule(ctx, "first", &platform.ReportScheduleArgs{
		// 	Title:             pulumi.String("My first report"),
		// 	PageId:            pulumi.Int(1001),
		// 	ViewId:            pulumi.Int(2001),
		// 	AttachmentInclude: pulumi.Bool(true),
		// 	Schedule: &platform.ScheduleArgs{
		// 		Frequency: pulumi.String("WEEKLY"),
		// 		DaysToRun: pulumi.String("MON"),
		// 		HourOfDay: pulumi.Int(8),
		// 		MinOfHour: pulumi.Int(0),
		// 		Timezone:  pulumi.String("UTC"),
		// 		Enabled:   pulumi.Bool(false),
		// 		AdditionalRecipients: platform.ScheduleRecipientArray{
		// 			&platform.ScheduleRecipientArgs{
		// 				Type:  pulumi.String("EMAIL"),
		// 				Value: pulumi.String("you@example.com"),
		// 			},
		// 		},
		// 	},
		// })
		// if err != nil {
		// 	return err
		// }
		return nil
	})
}
