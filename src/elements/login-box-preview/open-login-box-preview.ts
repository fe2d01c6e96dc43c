import type { App } from '../../app/app.ts'
import { apps } from '../../app/apps.ts'
import { createApp } from '../../app/create-app.ts'
import { social } from '../../contract/login.ts'
import { withFeature, withSettings } from '../../feature/app-state.ts'
import { freezeRuntime } from '../../feature/held-runtime.ts'
import type { LoginBoxPreview } from '../../feature/login-box-preview.ts'
import { safeMerge } from '../../kernel/safe-merge.ts'
import { initialSocial, type SocialState } from '../../parts/social/social.state.ts'
import { socialList } from '../../parts/social/social-list.ts'
import { socialMethods } from '../../parts/social/use-social-methods.tsx'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'

/** No request leaves the page: the data is copied from the portal's app. */
const noNetwork: typeof fetch = async () => Response.json({})

/** Loads the providers that users of the account can use; none if the list can't be loaded. */
const loadSocials = async (app: App): Promise<SocialState> => {
  const { runtime, dispose } = app.createRuntime({ target: new EventTarget(), source: 'admin-portal' })
  const api = runtime.deps.client({ social }).social
  try {
    const [named, { providers }] = await Promise.all([api.getSocialProvidersV2(), api.getCustomSocialProviders()])
    return { ...initialSocial, ways: socialList(named, providers), isSettled: true }
  } catch (error) {
    app.log.info('The preview has no social logins: their list could not be loaded', error)
    return { ...initialSocial, isSettled: true }
  } finally {
    dispose()
  }
}

/** Creates an app that shares texts and settings with the portal's, but neither its session nor its network. */
const createPreviewApp = async (app: App, name: string): Promise<App> => {
  const { language, localizations } = app.options
  const preview = createApp({ language, localizations, previewMode: true, builderMode: true, metadata: {} }, name, {
    clock: app.clock,
    fetch: noNetwork,
    staticRoute: DEFAULT_ROUTES.loginUrl,
  })
  const [socials] = await Promise.all([loadSocials(app), preview.ready])
  const { policy, strategies, vendor, configuration, theme, preferences } = app.store.getState().settings
  const chosenLanguage = { language: preferences?.language }
  const shown = { policy, strategies, vendor, configuration, theme, preferences: chosenLanguage, isStarted: true }
  preview.store.setState(withSettings(shown))
  preview.store.setState(withFeature(socialMethods.id, socials))
  return {
    ...preview,
    createRuntime(options) {
      const { runtime, dispose } = preview.createRuntime(options)
      return { runtime: freezeRuntime(runtime), dispose }
    },
  }
}

/** Renders the real login box in `container`. It shows the first step, and clicks and keys have no effect. */
export const openLoginBoxPreview = async (app: App, container: Element): Promise<LoginBoxPreview> => {
  const name = `preview${Math.random().toString(36).slice(2)}`
  const preview = await createPreviewApp(app, name)
  const { configuration } = preview.store.getState().settings
  apps.open(name, preview.baseUrl, () => preview)
  const element = document.createElement('fe-login-box')
  element.setAttribute('app', name)
  element.inert = true
  // The portal's styles for fields and buttons would apply to those of the box.
  const place = document.createElement('div')
  place.attachShadow({ mode: 'open' }).append(element)
  container.append(place)
  return {
    show(loginBox) {
      const themeV2 = safeMerge(configuration?.themeV2 ?? {}, { loginBox })
      preview.store.setState(withSettings({ configuration: { ...configuration, themeV2 } }))
    },
    setScheme(scheme) {
      element.dataset.scheme = scheme
    },
    close() {
      place.remove()
      apps.remove(preview)
      preview.dispose()
    },
  }
}
