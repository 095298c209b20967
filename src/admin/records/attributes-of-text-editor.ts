import { hasRight } from '../../core/caller.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'

/** The attributes of a `textarea` that the script `admin.js` replaces by a text editor. */
export function attributesOfTextEditor(context: AdminContext): Markup {
  const { editor, media } = context.words
  const words = JSON.stringify({ ...editor, upload: media.upload, alt: media.alt })
  return html`
  data-editor="${context.assetPath('editor.js')}"
  data-words="${words}"
  data-pictures="${adminPath(context, '/media/choices')}"${
    hasRight(context.scope.caller, 'media:upload') && html` data-uploads`
  }
`
}
