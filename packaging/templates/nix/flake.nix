{
  description = "Advent of Code workbench for Rust";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      archives = {
        x86_64-linux = {
          target = "x86_64-unknown-linux-musl";
          sha256 = "@x86_64-unknown-linux-musl@";
        };
        aarch64-linux = {
          target = "aarch64-unknown-linux-musl";
          sha256 = "@aarch64-unknown-linux-musl@";
        };
        x86_64-darwin = {
          target = "x86_64-apple-darwin";
          sha256 = "@x86_64-apple-darwin@";
        };
        aarch64-darwin = {
          target = "aarch64-apple-darwin";
          sha256 = "@aarch64-apple-darwin@";
        };
      };
      package = system: { target, sha256 }:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenvNoCC.mkDerivation {
          pname = "aoc-kit";
          inherit version;
          src = pkgs.fetchurl {
            url = "https://github.com/aoc-kit/aoc-kit/releases/download/v${version}/aoc-${version}-${target}.tar.gz";
            inherit sha256;
          };
          nativeBuildInputs = [ pkgs.installShellFiles ];
          installPhase = ''
            install -Dm755 aoc -t $out/bin
            installManPage man/*.1
            installShellCompletion --cmd aoc --bash completions/aoc.bash \
              --fish completions/aoc.fish --zsh completions/_aoc
          '';
          meta = {
            description = "Advent of Code workbench for Rust";
            homepage = "https://github.com/aoc-kit/aoc-kit";
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "aoc";
          };
        };
    in {
      packages = builtins.mapAttrs
        (system: archive: { default = package system archive; }) archives;
    };
}
