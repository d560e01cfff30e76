// Compiles the engine's hot passes (AssemblyScript) into `binary.ts`, a module that contains the bytes. The same import then
// works in a worker, in Node and in a test, without a request.
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const folder = 'src/engine/wasm';
const out = mkdtempSync(join(tmpdir(), 'diptych-wasm-'));
const command = `${folder}/index.ts --runtime stub --importMemory --initialMemory 1 --maximumMemory 65536
  --enable simd -O3 --converge --noAssert --memoryBase 1024 --outFile`;
const said = [];
const stderr = { write: (text) => said.push(text) };
const { error } = await asc.main([...command.split(/\s+/), join(out, 'engine.wasm')], { stderr });
if (error) {
  process.stderr.write(`${said.join('')}\n${error.message}\n`);
  process.exit(1);
}
const binary = readFileSync(join(out, 'engine.wasm'));
rmSync(out, { recursive: true });
const target = `${folder}/binary.ts`;
const text = `// Made by scripts/wasm.mjs. Do not edit.\nexport const ENGINE_WASM =\n  '${binary.toString('base64')}';\n`;
if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
process.stdout.write(`engine: ${binary.length} bytes of WebAssembly\n`);
