import { rollup } from 'rollup'

/** Builds and writes with a configuration. @returns the chunks. */
export const write = async (config) => {
  const bundle = await rollup(config)
  const { output } = await bundle.write(config.output)
  await bundle.close()
  return output.filter((part) => part.type === 'chunk')
}

/** Prints how long a part of the build took. */
export const timed = async (what, work) => {
  const start = performance.now()
  const result = await work()
  console.log(`  ${what.padEnd(24)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

/** Runs work that imports TypeScript sources, which Node can't import without help. */
export const withTypeScript = async (work) => {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const result = await work()
  await unregister()
  return result
}
