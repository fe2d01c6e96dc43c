// Node's test runner finds the test that a call belongs to by a map of every promise, which it clears with a destroy
// hook: a fifth of the processor time of `permissions.test.ts`. Here it gets the two functions of `async_hooks` that it
// uses in a form that keeps the test in the promise itself. Everything else gets the originals.
import hooks from 'node:async_hooks'
import { createRequire } from 'node:module'

const { createHook, executionAsyncId, executionAsyncResource } = hooks

/** The id under which the runner knows the test of a resource. */
const TEST = Symbol('id of the test')

hooks.createHook = ({ init }) =>
  createHook({
    init(asyncId, type, triggerAsyncId, resource) {
      if (type === 'Test') {
        init(asyncId, type, triggerAsyncId, resource)
        resource[TEST] = asyncId
        return
      }
      const test = executionAsyncResource()[TEST]
      if (test !== undefined) resource[TEST] = test
    },
  })
hooks.executionAsyncId = () => executionAsyncResource()[TEST] ?? executionAsyncId()

// The runner takes the functions when it loads.
createRequire(import.meta.url)('node:test')
Object.assign(hooks, { createHook, executionAsyncId })
