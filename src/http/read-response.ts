import type { WireInput } from '../contract/client.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { parseJson } from '../kernel/safe-json.ts'
import { saveFile } from './download.ts'
import type { HttpOptions } from './options.ts'

const DEFAULT_FILE_NAME = 'output'

const fileNameOf = (input: WireInput): string => {
  const name = input.query?.outputFileName ?? input.query?.name
  return typeof name === 'string' && name !== '' ? name : DEFAULT_FILE_NAME
}

/**
 * Returns the result of a successful call. Many calls succeed with an empty body, so anything but JSON is read as `{}`.
 */
export const readResponse = async (
  response: Response,
  endpoint: AnyEndpoint,
  input: WireInput,
  options: HttpOptions,
): Promise<unknown> => {
  if (endpoint.flags.blob) {
    const save = options.download ?? saveFile
    return save(await response.blob(), fileNameOf(input))
  }
  const text = await response.text()
  if (endpoint.flags.text) return text
  const body = parseJson(text)
  return body === undefined ? {} : body
}
