import { it } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { IN_MEMORY, proveStates } from './session-states.test-kit.ts'

it('issues no token that the model of session states does not allow', () =>
  proveStates('memory', async () => createMemoryStore(), IN_MEMORY))
