import { useEffect, useRef } from 'react'
import type { FeApp, InitOptions } from '../index.ts'
import { changedPaths } from '../kernel/changed-paths.ts'
import { createLogger } from '../kernel/logger.ts'

/** The provider passes these to `init` again, which reports what becomes of a change. */
const BY_INIT = /^contextOptions\.(baseUrl|clientId)$/

/** Warns about options that a host changed after the app had read them, once per set of options. */
export const useLaterOptions = (options: InitOptions, app: FeApp | undefined): void => {
  const first = useRef({ options, app, named: new Set<string>() })
  useEffect(() => {
    if (first.current.app !== app) first.current = { options, app, named: new Set() }
    const { options: read, named } = first.current
    const changed = changedPaths(read, options).filter((path) => !BY_INIT.test(path))
    const paths = changed.join(', ')
    if (!paths || named.has(paths)) return
    named.add(paths)
    createLogger(options.contextOptions?.logLevel).warn(
      `<FrontEntryProvider> reads options once, so the change of these has no effect: ${paths}. Reload the page; themes change with setTheme() of useFrontEntry().`,
    )
  }, [options, app])
}
