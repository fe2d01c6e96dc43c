import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { transform } from 'esbuild'
import { root } from '../project.mjs'

/** Marks the sheets of a file, so that the page finds them (`page/client.js`). */
const marked = (file, text) => `/*<${file}>*/${text}/*</${file}>*/`

const readErrors = async (file, text) => {
  try {
    const { warnings } = await transform(text, { loader: 'css', sourcefile: file, logLevel: 'silent' })
    return warnings
  } catch (error) {
    return error.errors
  }
}

/** Checks each text once, because a build requests all style sheets each time. */
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

/**
 * Provides style sheets as text, unminified. An invalid one fails the build, because a browser would silently ignore a
 * part of it.
 */
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
