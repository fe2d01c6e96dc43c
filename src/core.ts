// Everything that follows the first file of the ES module: React, the app and the elements.
import { defineElements } from './elements/define.ts'
import { start } from './elements/start.ts'
import { provideCore } from './entry/core-slot.ts'

provideCore({ version: __FE_VERSION__, start, defineElements })
