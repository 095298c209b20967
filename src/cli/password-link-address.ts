import { passwordLinkPath } from '../accounts/password-links.ts'
import type { Config } from '../config/config-types.ts'

/** The address of a link for setting a password: at `PUBLIC_URL` or, without it, on this computer. */
export const passwordLinkAddress = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>, token: string) =>
  `${publicUrl ?? `http://localhost:${port}`}${passwordLinkPath(token)}`
