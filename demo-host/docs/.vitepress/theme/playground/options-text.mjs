import JSON5 from 'json5'

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes options the way they are written in code. */
export const formatOptions = (options) => JSON5.stringify(options, { space: 2, quote: "'" })

/**
 * Reads options that are written as a JavaScript object or as JSON; nothing in them runs.
 *
 * @returns `{ options }`, or `{ error }` with the place of the mistake
 */
export const parseOptions = (text) => {
  try {
    const options = JSON5.parse(text)
    return isObject(options) ? { options } : { error: 'The options must be an object: { … }' }
  } catch ({ message, lineNumber, columnNumber }) {
    const reason = message.replace(/^JSON5: | at \d+:\d+$/g, '')
    return { error: `Line ${lineNumber}, column ${columnNumber}: ${reason}` }
  }
}

/** Returns the value at a path of names, or `undefined`. */
export const valueAt = (tree, path) =>
  path.reduce((node, name) => (isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined), tree)

/** Returns a copy with a value at a path. `undefined` removes it, and objects that are empty without it. */
export const withValue = (tree, [name, ...rest], value) => {
  const copy = isObject(tree) ? { ...tree } : {}
  const below = rest.length > 0 ? withValue(valueAt(copy, [name]), rest, value) : value
  const isEmpty = below === undefined || (rest.length > 0 && Object.keys(below).length === 0)
  if (isEmpty) delete copy[name]
  else copy[name] = below
  return copy
}
