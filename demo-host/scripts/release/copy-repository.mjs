import { cp, link, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDERS = ['cdn', 'demo-host', 'src']
const LEFT_OUT = /^(node_modules|\.next|\d+\.\d+\.\d+)$/

/** Links files instead of copying them: packages take hundreds of MB and are only read. */
const linkFolder = async (from, to) => {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target).catch(() => cp(source, target))
  }
}

/** Copies the sources and packages of a repository, but none of its built files. */
export const copyRepository = async (from, to) => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from))
    if ((await lstat(join(from, name))).isFile()) await cp(join(from, name), join(to, name))
  const isSource = (path) =>
    !path
      .slice(from.length)
      .split(/[\\/]/)
      .some((name) => LEFT_OUT.test(name))
  for (const name of FOLDERS) await cp(join(from, name), join(to, name), { recursive: true, filter: isSource })
  await linkFolder(join(from, 'node_modules'), join(to, 'node_modules'))
}
