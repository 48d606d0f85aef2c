// The default theme with the fonts of the reader's computer, and tabs.
import theme from "vitepress/theme-without-fonts";
import Tabs from "./Tabs.vue";
import "./style.css";

export default {
  extends: theme,
  enhanceApp: ({ app }) => void app.component("Tabs", Tabs),
};
