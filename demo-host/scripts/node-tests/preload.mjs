// Loads before each file of Node tests: `node --import ./demo-host/scripts/node-tests/preload.mjs --test <file …>`.
import { createRequire, register } from 'node:module'

/**
 * Node's runner tracks every promise with an async hook to find the test that an uncaught error belongs to. That takes
 * a sixth of the time of tests that mostly await. Without the tracking, such an error fails its file instead of its
 * test. The hook for the end of a resource is left out, because with it Node tracks promises all the same.
 */
const followNoPromises = async () => {
  const asyncHooks = createRequire(import.meta.url)('node:async_hooks')
  const { createHook } = asyncHooks
  asyncHooks.createHook = ({ init, destroy, ...others }) =>
    createHook({
      ...others,
      init(id, type, trigger, resource) {
        if (type !== 'PROMISE') init?.(id, type, trigger, resource)
      },
    })
  // The runner keeps the `createHook` that it finds while it loads.
  await import('node:test')
  asyncHooks.createHook = createHook
}

await followNoPromises()
register('./typescript-hooks.mjs', import.meta.url)
process.setSourceMapsEnabled(true)
