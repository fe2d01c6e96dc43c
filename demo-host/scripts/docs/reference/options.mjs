import { page, section } from './markdown.mjs'
import { membersOf } from './typings.ts'

const GROUPS = [
  ['', 'src/app/options.ts', 'InitOptions'],
  ['contextOptions.', 'src/app/context-options.ts', 'ContextOptions'],
  ['authOptions.', 'src/app/auth-options.ts', 'AuthOptions'],
]

/** Returns every option of `init` with its full path, such as `contextOptions.baseUrl`. */
export const options = () =>
  GROUPS.flatMap(([place, file, type]) =>
    membersOf(file, type).map((member) => ({ ...member, name: `${place}${member.name}` })),
  )

const INTRODUCTION = `What \`fe.init\` takes, and \`options\` of \`<FrontEntryProvider>\`. A value of another type is refused by an
\`OptionsError\` that names the option; an unknown name is named in the console with the one that was meant.`

export const optionsPage = () => page('Options', INTRODUCTION, ...options().map((each) => section(each)))
