import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { transform } from 'esbuild'
import { root } from '../project.mjs'

/** The page finds the sheets of a file by these marks (`page/client.js`). */
const marked = (file, text) => `/*<${file}>*/${text}/*</${file}>*/`

const readErrors = async (file, text) => {
  try {
    const { warnings } = await transform(text, { loader: 'css', sourcefile: file, logLevel: 'silent' })
    return warnings
  } catch (error) {
    return error.errors
  }
}

/** Parsed once per text: a build asks for all style sheets each time. */
const createChecker = () => {
  const checked = new Map()
  return async (file, text) => {
    const known = checked.get(file)
    if (known?.text === text) return known.errors
    const errors = await readErrors(file, text)
    checked.set(file, { text, errors })
    return errors
  }
}

/** Style sheets as text, unminified. A broken one fails the build, as a browser would ignore a part of it in silence. */
export const createStyleSheets = () => {
  const check = createChecker()
  /** @returns the marked text of a style sheet, or its errors. */
  const read = async (file) => {
    const text = await readFile(join(root, file), 'utf8')
    const errors = await check(file, text)
    return errors.length > 0 ? { errors } : { text: marked(file, text), errors }
  }
  return {
    read,
    plugin: {
      name: 'style-sheets',
      setup(build) {
        build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
          const { text, errors } = await read(relative(root, path).split(sep).join('/'))
          return errors.length > 0
            ? { errors: errors.map(({ text: message, location }) => ({ text: message, location })) }
            : { contents: text, loader: 'text' }
        })
      },
    },
  }
}
