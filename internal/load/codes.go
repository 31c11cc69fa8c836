package load

// The codes of this package. A code never changes its meaning.
const (
	codeInternal     = "IK0001" // CUE failed in a way that is its own fault
	codeSyntax       = "IK0002" // a file that CUE cannot parse
	codeTwoPackages  = "IK0003" // two packages in one directory
	codeNoVersion    = "IK0004" // a cue.mod without language.version
	codeVersion      = "IK0005" // a language version that is too new
	codeImport       = "IK0006" // an import that cannot be resolved
	codeParentFile   = "IK0007" // a package that takes files of a parent directory
	codeBuildFlag    = "IK0008" // @tag or @if
	codeNoPackage    = "IK0009" // a file without package clause, or a directory without CUE
	codeModuleFile   = "IK0010" // a cue.mod/module.cue that cannot be used
	codeSchemaCopy   = "IK0011" // an authoring schema on disk that is out of date
	codeUndefined    = "IK0012" // a name that is not declared
	codeImportCycle  = "IK0013" // packages that import each other
	codeLoad         = "IK0014" // any other failure to load
	codeUnused       = "IK0015" // an import that is not used
	codeMissingField = "IK0103" // a required field that is missing
	codeWrongType    = "IK0104" // a value of the wrong type
	codeConflict     = "IK0106" // two values for one field
	codeOutOfRange   = "IK0107" // a value out of bounds, or not of the form asked for
	codeValue        = "IK0108" // any other value that CUE refuses
	codeTooLarge     = "IK0016" // a file that is too large, or nests too deep
	codeTwoForms     = "IK0118" // agent and catalog in one package
	codeNotTheForm   = "IK0100" // an agent or a catalog that is not declared as one
	codeStray        = "IK0109" // a top-level field that the tool does not read (warning)
	codeIncomplete   = "IK0114" // a value that is not concrete
	codeNotHere      = "IK0113" // a field that is not allowed under the present condition
	codeNoAgent      = "IK0111" // a package that holds nothing to compile, though it is named or has traces of an agent
	codeAttribute    = "IK0112" // an @ik attribute that is not understood or misplaced
	codeEmbed        = "IK0115" // an embedded file that cannot be read
	codePackageName  = "IK0116" // a Go package name that cannot be
	codeVanished     = "IK0117" // an agent or a catalog that is gone while its generated files are there (warning)
)
