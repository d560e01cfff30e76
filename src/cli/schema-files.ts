// Schemas in files, with those that they refer to. Files are read, addresses are never asked.

import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CodedError } from '../shared/errors.ts';
import { SchemaSource } from '../engine/schema/source.ts';
import type { CommandIo } from './command.ts';
import { load, valid } from './documents.ts';
import { codeOf } from './file-errors.ts';
import { readBytes } from './inputs.ts';
import type { NamedSchema } from './schemas.ts';

/** Reads a schema. Its relative references are read from files beside it, also where its `$id` is an address. @throws CodedError */
export async function readSchemaFile(name: string, io: CommandIo): Promise<NamedSchema> {
  const uri = pathToFileURL(resolve(io.cwd, name)).href;
  const document = valid(load(await readBytes(name, io), name));
  const source = new SchemaSource(document, uri);
  const members = source.members(0);
  const id = source.string(members.get('$id') ?? members.get('id')) ?? '';
  const read = (wanted: string): NamedSchema | null => {
    const file = fileOf(wanted, id, uri);
    if (file === null) return null;
    try {
      const path = fileURLToPath(file);
      return { document: valid(load(readFileSync(path), path)), name: basename(path), uri: wanted, read };
    } catch (error) {
      if (error instanceof CodedError) throw error;
      if (codeOf(error) !== '') return null;
      throw error;
    }
  };
  return { document, name: basename(name), uri, read };
}

/** The file of an address: itself, or the one that lies to the schema's file as the address to its `$id`. */
function fileOf(wanted: string, id: string, uri: string): string | null {
  if (wanted.startsWith('file:')) return wanted;
  if (!URL.canParse(id) || !URL.canParse(wanted)) return null;
  const base = new URL('.', id).href;
  return wanted.startsWith(base) ? new URL(wanted.slice(base.length), new URL('.', uri)).href : null;
}
