import { createFrontEntryServer, type FrontEntryServer, readServerOptions } from 'front-entry/server'

/** Once per bundle, at the first request: a build has no environment. */
const create = () => {
  let server: FrontEntryServer | undefined
  return () => {
    server ??= createFrontEntryServer({ ...readServerOptions(process.env), framework: 'nextjs' })
    return server
  }
}

export const frontEntry = create()
