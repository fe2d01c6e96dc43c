import { describeStore } from '../../store/store.suite.ts'
import { openPgliteStore } from './pglite-store.ts'

describeStore('PGlite', () => openPgliteStore())
