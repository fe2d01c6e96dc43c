import { createFrontEntryServer, type FrontEntryServer, readServerOptions } from 'front-entry/server'

/** Runs once per bundle, at the first request, because a build has no environment. */
const create = () => {
  let server: FrontEntryServer | undefined
  return () => {
    server ??= createFrontEntryServer({ ...readServerOptions(process.env), framework: 'nextjs' })
    return server
  }
}

export const frontEntry = create()
