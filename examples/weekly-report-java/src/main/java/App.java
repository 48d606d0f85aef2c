import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import io.github.pulumiplatform.platform.Group;
import io.github.pulumiplatform.platform.GroupArgs;
import io.github.pulumiplatform.platform.PlatformFunctions;
import io.github.pulumiplatform.platform.ReportSchedule;
import io.github.pulumiplatform.platform.ReportScheduleArgs;
import io.github.pulumiplatform.platform.inputs.ScheduleArgs;
import io.github.pulumiplatform.platform.inputs.ScheduleRecipientArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var config = ctx.config();

            var weekly = new ReportSchedule("weekly", ReportScheduleArgs.builder()
                .title("Weekly sales")
                .pageId(1001.0)
                .viewId(2001.0)
                .attachmentInclude(true)
                .schedule(ScheduleArgs.builder()
                    .frequency("WEEKLY")
                    .daysToRun("MON")
                    .hourOfDay(config.requireInteger("hour"))
                    .minOfHour(0)
                    .timezone("Europe/Berlin")
                    .enabled(true)
                    .additionalRecipients(ScheduleRecipientArgs.builder()
                        .type("EMAIL")
                        .value(config.requireSecret("lead"))
                        .build())
                    .build())
                .build());

            new Group("readers", GroupArgs.builder()
                .name("Sales readers")
                .description(Output.format("Readers of report %s", weekly.id()))
                .type("open")
                .build());

            var roles = PlatformFunctions.getRoles();
            ctx.export("firstRole", roles.applyValue(result -> result.roles().get(0).name()));
        });
    }
}
