import { cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quickstartOf } from './page.mjs'
import { run } from './run.mjs'
import { SKELETONS } from './skeletons.mjs'
import { STACKS } from './stacks.mjs'

const ANGULAR = fileURLToPath(new URL('./ng-new.mjs', import.meta.url))

const GENERATORS = {
  none: async (folder) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  },
  vite: async (folder, { args, tools }) => {
    const program = join(tools, 'node_modules', 'create-vite', 'index.js')
    await run(dirname(folder), 'npm create vite', [process.execPath, program, basename(folder), ...args])
  },
  sveltekit: async (folder, { args, tools }) => {
    const program = join(tools, 'node_modules', 'sv', 'dist', 'bin.mjs')
    await run(dirname(folder), 'sv create', [process.execPath, program, 'create', basename(folder), ...args])
  },
  angular: (folder, { tools }) => run(tools, 'ng new', [process.execPath, ANGULAR, tools, folder]),
  // The files are copied, because the program looks for updates of itself on the internet.
  next: async (folder, { tools }) => {
    await cp(join(tools, 'node_modules', 'create-next-app', 'dist', 'templates', 'app-empty', 'ts'), folder, {
      recursive: true,
    })
    const wanted = ['next', 'react', 'react-dom', 'typescript', '@types/node', '@types/react']
    const dependencies = Object.fromEntries(wanted.map((name) => [name, '*']))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  },
  skeleton: async (folder, { skeleton }) => {
    for (const [path, text] of Object.entries(SKELETONS[skeleton])) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
  },
}

/** Writes the files of a stack's generator into an empty folder, with the choices that the page names. */
export const generate = (folder, name, tools) => {
  const { generator, skeleton } = STACKS[name]
  return GENERATORS[generator](folder, { skeleton, args: quickstartOf(name).generatorArgs, tools })
}
