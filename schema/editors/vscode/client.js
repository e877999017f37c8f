// Starts `trickbook lsp` for YAML files, and plays a ruleset in the terminal.
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// The words of the command, with the folder that is open in front of a relative path.
function command() {
  const [program, ...words] = vscode.workspace.getConfiguration("trickbook").get("command");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return [folder && /[\\/]/.test(program) ? path.resolve(folder, program) : program, ...words];
}

async function start() {
  const [program, ...words] = command();
  client = new LanguageClient("trickbook", "Trickbook", { command: program, args: [...words, "lsp"] }, {
    documentSelector: [{ scheme: "file", language: "yaml" }],
    initializationOptions: { play: true },
  });
  try {
    await client.start();
  } catch {
    vscode.window.showErrorMessage(
      `“${[program, ...words, "lsp"].join(" ")}” does not start. Run “make editor” in your clone of Trickbook. ` +
        "Or say where it is in the setting trickbook.command.",
    );
  }
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

// The command of the code lens “Play this”.
function play(uri) {
  const file = vscode.Uri.parse(uri).fsPath;
  const words = [...command(), "play", path.basename(file)];
  const terminal = vscode.window.createTerminal({ name: path.basename(file), cwd: path.dirname(file) });
  terminal.show();
  terminal.sendText(words.map((word) => (/^[\w./:\\-]+$/.test(word) ? word : JSON.stringify(word))).join(" "));
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("trickbook.play", play),
    vscode.commands.registerCommand("trickbook.restart", restart),
  );
  await start();
};

exports.deactivate = () => client?.stop();
