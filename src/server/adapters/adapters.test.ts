import { createFrontEntryServer } from '../front-entry-server.ts'
import { optionsFor } from '../harness.test-kit.ts'
import { adapterSuite, type MakeServer } from './adapters.suite.ts'
import {
  openExpress,
  openExpressWithParsers,
  openHono,
  openNextApp,
  openNextPages,
  openStandard,
} from './hosts.test-kit.ts'

const make: MakeServer = (origin, api, hosted) =>
  createFrontEntryServer(optionsFor(api, { appUrl: origin, hostedLoginBox: hosted }))

adapterSuite('Standard requests', openStandard, make)
adapterSuite('Express', openExpress, make)
adapterSuite('Express behind body parsers', openExpressWithParsers, make)
adapterSuite('Hono', openHono, make)
adapterSuite('Next.js, app directory', openNextApp, make)
adapterSuite('Next.js, pages directory', openNextPages, make)
