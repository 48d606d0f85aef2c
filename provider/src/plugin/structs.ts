import type { BinaryReader, BinaryWriter } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";

/**
 * Property maps are most of what this process and the engine send to each other. The generated code makes messages of
 * their values before it writes them, and after it reads them. That takes longer than most requests, so here the bytes
 * are read as plain values, and written from them.
 */
type PlainStruct = Struct & { plain?: Fields };
type Fields = Record<string, JavaScriptValue>;
/** A value and its key in a map. */
type Entry = [key: string, value: JavaScriptValue];

Struct.fromJavaScript = (values) => Object.assign(new Struct(), { plain: values });
Struct.prototype.toJavaScript = function plainValues(this: PlainStruct) {
  return this.plain ?? {};
};
Struct.deserializeBinaryFromReader = (struct, reader) => {
  const entries: Entry[] = [];
  readEntries(entries, reader);
  return Object.assign(struct, { plain: fieldsOf(entries) });
};
Struct.serializeBinaryToWriter = ({ plain = {} }: PlainStruct, writer) =>
  writeEntries(plain, writer);

export { Struct };

/** Sorted, because the engine sends maps in random order. */
const fieldsOf = (entries: Entry[]): Fields =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

function readEntries(entries: Entry[], reader: BinaryReader): void {
  while (reader.nextField()) {
    const entry: Entry = ["", null];
    reader.readMessage(entry, readEntry);
    entries.push(entry);
  }
}

function readEntry(entry: Entry, reader: BinaryReader): void {
  while (reader.nextField()) {
    if (reader.getFieldNumber() === 1) entry[0] = reader.readString();
    else reader.readMessage(entry, readValue);
  }
}

function readItems(items: JavaScriptValue[], reader: BinaryReader): void {
  const item: Entry = ["", null];
  while (reader.nextField()) {
    reader.readMessage(item, readValue);
    items.push(item[1]);
  }
}

function readValue(entry: Entry, reader: BinaryReader): void {
  while (reader.nextField()) entry[1] = valueAt(reader);
}

/** The field of a value tells its kind. */
function valueAt(reader: BinaryReader): JavaScriptValue {
  switch (reader.getFieldNumber()) {
    case 1:
      reader.skipField();
      return null;
    case 2:
      return reader.readDouble();
    case 3:
      return reader.readString();
    case 4:
      return reader.readBool();
    case 5: {
      const entries: Entry[] = [];
      reader.readMessage(entries, readEntries);
      return fieldsOf(entries);
    }
    case 6: {
      const items: JavaScriptValue[] = [];
      reader.readMessage(items, readItems);
      return items;
    }
    default:
      throw new TypeError("The engine sent a value of an unknown kind.");
  }
}

function writeEntries(fields: Fields, writer: BinaryWriter): void {
  for (const entry of Object.entries(fields)) writer.writeMessage(1, entry, writeEntry);
}

function writeEntry(entry: Entry, writer: BinaryWriter): void {
  writer.writeString(1, entry[0]);
  writer.writeMessage(2, entry, writeValue);
}

function writeItems(items: readonly JavaScriptValue[], writer: BinaryWriter): void {
  for (const item of items) writer.writeMessage(1, ["", item], writeValue);
}

function writeValue([, value]: Entry, writer: BinaryWriter): void {
  if (value === null) writer.writeEnum(1, 0);
  else if (typeof value === "number") writer.writeDouble(2, value);
  else if (typeof value === "string") writer.writeString(3, value);
  else if (typeof value === "boolean") writer.writeBool(4, value);
  else if (Array.isArray(value)) writer.writeMessage(6, value, writeItems);
  else if (typeof value === "object") writer.writeMessage(5, value, writeEntries);
  else throw new TypeError(`A property map cannot hold a ${typeof value}.`);
}
