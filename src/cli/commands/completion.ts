// diptych completion: what a shell offers after the program's name. Made of the commands themselves.

import { EXIT, positionals, UsageError, type CliCommand } from '../command.ts';

export const completion: CliCommand = {
  usage: 'completion bash|zsh',
  summary: 'print the completion for a shell',
  details: 'In ~/.bashrc or ~/.zshrc: eval "$(diptych completion bash)", or zsh.',
  examples: ['completion bash >> ~/.bashrc'],
  options: {},
  async run(call, io) {
    const [shell = ''] = positionals(call, 1);
    if (shell !== 'bash' && shell !== 'zsh') throw new UsageError('The shell is bash or zsh.');
    const names = Object.keys(io.commands);
    const cases = await Promise.all(
      Object.entries(io.commands).map(async ([name, load]) => {
        const options = Object.keys((await load()).options).map((option) => `--${option}`);
        return `    ${name}) words="${[...options, '--help'].join(' ')}" ;;`;
      }),
    );
    const script = `_diptych() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _diptych diptych
`;
    await io.write(
      shell === 'zsh'
        ? `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script}`
        : script,
    );
    return EXIT.ok;
  },
};
