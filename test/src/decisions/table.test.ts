import { createRow } from "./rows";
void createRow;
