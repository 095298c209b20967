import { html } from '../../../pages/html-template.ts'
import { type AdminPage, adminPath, type SignedInContext } from '../../admin-context.ts'
import { type FormState, idOfFormControl, renderForm } from '../../forms/admin-form.ts'
import { renderFieldRow, textInput } from '../../forms/form-fields.ts'

/** The form that asks for a file or an address to import. */
export function newImportPage(context: SignedInContext, form: FormState): AdminPage {
  const { importing } = context.words
  const action = adminPath(context, '/import')
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: importing.title,
    main: html`
      <p>${importing.hint}</p>
      ${renderForm(context, { action, state: form, hasFile: true, submit: importing.next }, [
        renderFieldRow(
          form,
          { name: 'file', label: importing.file, hint: importing.fileHint },
          (described) => html`<input type="file" id="${idOfFormControl('file')}" name="file"${described}>`,
        ),
        textInput(form, { name: 'url', label: importing.url, type: 'url', hint: importing.urlHint }),
      ])}
      <p>${importing.commands}</p>
      <p><a href="${adminPath(context, '/sources/new')}">${context.words.sources.add}</a></p>
    `,
  }
}
