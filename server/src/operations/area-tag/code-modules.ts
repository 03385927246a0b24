import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

/** A code as dark and light modules without its quiet zone. A Code 128 has one row. */
export interface CodeModules {
  columns: number;
  rows: number;
  isDark(column: number, row: number): boolean;
}

/** The width of the quiet zone in modules, as the standards require. */
export const QUIET_MODULES = { qr: 4, code128: 10 } as const;

let preparing: Promise<unknown> | undefined;
/** Loads the WebAssembly from the package. By default the library would fetch it from a CDN. */
function prepared(): Promise<unknown> {
  preparing ??= readFile(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm")).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return preparing;
}

/** The smallest QR code with error correction level Q, which survives 25 % damage: tags in a store get scratched. */
export const qrModules = (text: string): Promise<CodeModules> => modules(text, "QRCode", "ecLevel=Q");

export const code128Modules = async (text: string): Promise<CodeModules> => {
  const code = await modules(text, "Code128", "");
  // The library repeats the row for the height of the bars.
  return { ...code, rows: 1 };
};

async function modules(text: string, format: "QRCode" | "Code128", options: string): Promise<CodeModules> {
  await prepared();
  const { symbol, error } = await writeBarcode(text, { format, options, addQuietZones: false });
  if (error !== "") throw new Error(`no ${format} can be made of ${text}: ${error}`);
  const { data, width, height } = symbol;
  return { columns: width, rows: height, isDark: (column, row) => data[row * width + column] === 0 };
}
