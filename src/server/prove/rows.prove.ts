// The promise rows of the server at full scale; `npm test` runs the same files scaled down.
import './row-16.test.ts'
import './row-31.test.ts'
import './row-32.test.ts'
import './row-33.test.ts'
import './row-34.test.ts'
import './row-35.test.ts'
import './row-36.test.ts'
import './row-37.test.ts'
