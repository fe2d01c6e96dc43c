import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, version } from '../../scripts/project.mjs'
import { copyRepository } from '../../scripts/release/copy-repository.mjs'

/** A line that a release changes, in a file of its sources. */
export interface Change {
  file: string
  from: string
  to: string
}

/**
 * Builds the next minor release from the sources with a change, as `npm run release -- --dry` does next to the current
 * one.
 */
export const rehearseRelease = async ({ file, from, to }: Change): Promise<{ version: string; folder: string }> => {
  const [major, minor] = version.split('.').map(Number)
  const next = `${major}.${Number(minor) + 1}.0`
  const copy = join(root, '.work', 'next-release')
  await rm(copy, { recursive: true, force: true })
  await copyRepository(root, copy)
  const text = await readFile(join(copy, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
  await writeFile(join(copy, file), text.replace(from, to))
  const script = join(copy, 'demo-host/scripts/release/release.mjs')
  const child = spawn(process.execPath, [script, '--dry', '--former', join(root, 'cdn', version)], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const [status] = await once(child, 'close')
  if (status !== 0) {
    // The report begins with the reasons. Without a report, the last lines say why there is none.
    const reasons = output.includes('\nRefused:')
      ? output.slice(output.lastIndexOf('\nRefused:')).slice(0, 3_000)
      : output.slice(-3_000)
    throw new Error(`The release was refused. ${reasons.trim()}`)
  }
  return { version: next, folder: join(copy, '.work', 'release', next, 'repository', 'cdn', next) }
}
