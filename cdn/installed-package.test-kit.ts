import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../demo-host/scripts/project.mjs'
import { buildPackage } from './package.mjs'

const run = promisify(execFile)

export interface InstalledPackage {
  /** Folder outside the repository, because Node would find the repository's packages from inside. */
  folder: string
  /** File of the command `front-entry`. */
  command: string
  /** Installs a package as the repository's copy; no other package is found from the folder. */
  link(name: string): Promise<void>
  /** Runs the command in the folder. */
  frontEntry(env: Record<string, string>, ...args: string[]): Promise<{ stdout: string; stderr: string }>
  /** Installs the packages that the server needs and pages don't. */
  installServerPackages(env: Record<string, string>): Promise<void>
  remove(): Promise<void>
}

/** Packs the built release as npm does, and installs it in an empty folder without a registry. */
export const installPackage = async (): Promise<InstalledPackage> => {
  const folder = await mkdtemp(join(tmpdir(), 'front-entry-'))
  const link = async (name: string) => {
    const path = join(folder, 'node_modules', name)
    if (existsSync(path)) return
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(root, 'node_modules', name), path)
  }
  const built = await buildPackage(join(folder, 'package'))
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: built })
  const [{ filename }] = JSON.parse(packed.stdout)
  await rm(built, { recursive: true })
  const into = join(folder, 'node_modules', 'front-entry')
  await mkdir(into, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', into, '--strip-components=1'])
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const { bin, dependencies } = JSON.parse(await readFile(join(into, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) await link(name)
  const command = join(into, bin['front-entry'])
  const frontEntry = (env: Record<string, string>, ...args: string[]) =>
    run(process.execPath, [command, ...args], { cwd: folder, env })
  return {
    folder,
    command,
    link,
    frontEntry,
    async installServerPackages(env) {
      const { stdout } = await frontEntry(env, 'packages')
      for (const each of stdout.trim().split(' ')) await link(each.slice(0, each.lastIndexOf('@')))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
